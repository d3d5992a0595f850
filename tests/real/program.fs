// What the F# compiler emits and C#'s does not: explicit tail calls of every kind, closures of closures, structural equality and
// comparison, quotations, computation expressions, mailboxes, printf.
module Program

open System
open System.Collections.Generic

let rec loop n acc = if n = 0L then acc else loop (n - 1L) (acc + n)

let rec even n = if n = 0 then true else odd n 1.0 "x"
and odd n weight (text: string) = if n = 0 then weight < 0.0 && text = "" else even (n - 1)

let rec summed n k = if n = 0 then k 0L else summed (n - 1) (fun rest -> k (rest + int64 n))

type Shape =
    | Circle of radius: float
    | Rectangle of width: float * height: float
    | Group of Shape list

let rec area shape =
    match shape with
    | Circle r -> Math.PI * r * r
    | Rectangle(w, h) -> w * h
    | Group shapes -> List.sumBy area shapes

[<Measure>]
type metre

[<Struct>]
type Point = { X: float<metre>; Y: float<metre> }

let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

type Logger() =
    let lines = List<string>()
    member _.Bind(value, next) = lines.Add(sprintf "bound %A" value); next value
    member _.Return value = value, List.ofSeq lines
    member _.Zero() = (), []

let primes =
    let rec sieve numbers =
        seq {
            match numbers with
            | head :: rest ->
                yield head
                yield! sieve (List.filter (fun n -> n % head <> 0) rest)
            | [] -> ()
        }
    sieve [ 2..60 ]

let counter =
    MailboxProcessor.Start(fun inbox ->
        let rec run total =
            async {
                let! (amount: int, reply: AsyncReplyChannel<int>) = inbox.Receive()
                reply.Reply(total + amount)
                return! run (total + amount)
            }
        run 0)

let inline twice (f: ^a -> ^a) = f >> f

exception Refused of string * int

[<EntryPoint>]
let main args =
    printfn "%d %b %d" (loop 3000000L 0L) (even 1000000) (summed 300000 id)
    printfn "%.3f" (area (Group [ Circle 1.0; Rectangle(2.0, 3.0); Group [] ]))
    printfn "%A" { X = 1.5<metre>; Y = -2.0<metre> }
    printfn "%A" (List.groupBy (function Even -> "even" | Odd -> "odd") [ 1..7 ])
    printfn "%A" (Logger() { let! a = 3 in let! b = [ a; a ] in return List.length b })
    printfn "%A" (Seq.toList primes)
    for amount in [ 5; 7; -2 ] do
        printf "%d " (counter.PostAndReply(fun reply -> amount, reply))
    printfn ""
    printfn "%d %s" (twice ((*) 3) 5) (twice (fun text -> text + "!") "well")
    printfn "%b %d" (Map [ 1, "a"; 2, "b" ] = Map [ 2, "b"; 1, "a" ]) (compare (Circle 2.0, [ 1; 2 ]) (Circle 2.0, [ 1; 3 ]))
    printfn "%A" <@ fun x -> x * 2 + 1 @>
    printfn "%A" (query { for word in [ "one"; "two"; "three" ] do where (word.Length = 3); sortByDescending word; select (word.ToUpper()) } |> Seq.toArray)
    printfn "%A" (Array.Parallel.map (fun n -> pown (bigint (n: int)) 20) [| 1..3 |])
    try
        raise (Refused("no", 3))
    with
    | Refused(text, code) when code > 2 -> printfn "refused: %s %d" text code
    | :? InvalidOperationException -> printfn "never"
    let work = async {
        use! _holder = Async.OnCancel ignore
        let! parts = Async.Parallel [ for n in 1..20 -> async { do! Async.Sleep 1
                                                                return n * n } ]
        return Array.sum parts }
    printfn "%d" (Async.RunSynchronously work)
    lazy (failwith "lazily") |> fun value -> (try value.Force() with Failure text -> printfn "%s" text)
    args.Length
