' What the Visual Basic compiler emits and C#'s does not: late binding, On Error, filters, handlers of events by name, optional
' arguments by reference, XML and dates as literals.
Option Strict Off
Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Xml.Linq
Imports System.Threading.Tasks
Imports Microsoft.VisualBasic

Public Class Account
    Public Event Changed(sender As Account, amount As Decimal)
    Public Property Balance As Decimal
    Default Public ReadOnly Property History(index As Integer) As String
        Get
            Return "entry " & index
        End Get
    End Property
    Public Sub Add(ByVal amount As Decimal, Optional note As String = "none")
        Balance += amount
        RaiseEvent Changed(Me, amount)
        Console.WriteLine("{0} ({1})", Balance, note)
    End Sub
End Class

Public Class Watcher
    Private WithEvents watched As New Account
    Private Sub OnChanged(sender As Account, amount As Decimal) Handles watched.Changed
        Console.WriteLine("changed by " & amount)
    End Sub
    Public Sub Run()
        watched.Add(12.5D)
        watched.Add(note:="named", amount:=-2D)
        Console.WriteLine(watched(3))
    End Sub
End Class

Public Module Program
    Private Sub Change(ByRef value As Integer)
        value *= 2
    End Sub

    Private Iterator Function Squares(count As Integer) As IEnumerable(Of Integer)
        For i = 1 To count
            Yield i * i
        Next
    End Function

    Private Async Function Later(value As Integer) As Task(Of Integer)
        Await Task.Delay(1)
        Return value + 1
    End Function

    Private Sub Unstructured()
        On Error Resume Next
        Dim zero = 0
        Dim lost = 1 \ zero
        Console.WriteLine("error " & Err.Number)
        On Error GoTo Handler
        Dim numbers(2) As Integer
        numbers(5) = 1
        Console.WriteLine("not here")
Handler:
        Console.WriteLine("handled " & Err.Number)
    End Sub

    Private Function Noted(text As String) As Boolean
        Console.WriteLine(text)
        Return True
    End Function

    Public Function Main(arguments As String()) As Integer
        Dim late As Object = New Account()
        late.Add(3, "late")
        late.Balance = late.Balance * 2
        Console.WriteLine(late.Balance & " " & late(7))
        Dim text As Object = "5"
        Console.WriteLine(text + 6)
        Console.WriteLine(text & 6)
        Dim list As Object = New List(Of Integer) From {3, 1, 2}
        Console.WriteLine(list.Count)
        Try
            late.Missing()
        Catch problem As MissingMemberException
            Console.WriteLine(problem.Message)
        End Try
        Dim watcher As New Watcher
        watcher.Run()
        Dim numbers = {1, 2, 3}
        Change(numbers(1))
        Console.WriteLine(String.Join(",", numbers))
        Console.WriteLine(String.Join(",", From n In Squares(6) Where n Mod 2 = 0 Order By n Descending Select n & "!"))
        Dim grouped = From word In "a bb cc d eee".Split(" "c) Group By word.Length Into Words = Group, Count() Order By Length
        For Each part In grouped
            Console.WriteLine($"{part.Length}: {part.Count} {String.Join("/", part.Words)}")
        Next
        Unstructured()
        Try
            Throw New InvalidOperationException("first")
        Catch problem As Exception When Noted("filter") AndAlso problem.Message = "first"
            Console.WriteLine("caught")
        Finally
            Console.WriteLine("finally")
        End Try
        Console.WriteLine(Later(41).GetAwaiter().GetResult())
        Console.WriteLine(#2024-02-29#.AddYears(1).ToString("yyyy-MM-dd"))
        Dim document = <note id=<%= 7 %>><to>you</to></note>
        Console.WriteLine(document.<to>.Value & " " & document.@id)
        Select Case numbers.Length
            Case 0 To 2 : Console.WriteLine("few")
            Case Is >= 3 : Console.WriteLine("many")
        End Select
        Console.WriteLine(Format(1234.5, "#,##0.00") & " " & StrReverse("celer") & " " & Val("12abc") & " " & CInt(2.5) & " " & 7 \ 2 & " " & 2 ^ 10)
        Console.WriteLine("abc" Like "a?c")
        Return arguments.Length
    End Function
End Module
