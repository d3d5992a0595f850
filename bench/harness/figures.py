"""Medians, intervals and means. Everything measured is a cost: less is better."""
import math
import statistics

SMALLEST_NS = 1  # what takes less is no work of its own
HALF_WIDTH = 0.98  # of the 95 % interval of a median, in ranks by the root of the count


def median(turns):
    """Of all samples of all processes."""
    return statistics.median(sample for samples in turns for sample in samples)


def interval(turns):
    """From the lowest to the highest end of the processes' own 95 % intervals of the median: so that it also holds how processes differ."""
    ends = [rank_interval(samples) for samples in turns if samples]
    return min(low for low, _ in ends), max(high for _, high in ends)


def rank_interval(samples):
    ordered = sorted(samples)
    middle, reach = (len(ordered) - 1) / 2, HALF_WIDTH * math.sqrt(len(ordered))
    return ordered[max(math.floor(middle - reach), 0)], ordered[min(math.ceil(middle + reach), len(ordered) - 1)]


def uncertainty(ratios):
    """The standard error of their geometric mean, as a part of it; of a single one nothing is known."""
    if len(ratios) < 2:
        return math.inf
    return statistics.stdev(map(math.log, ratios)) / math.sqrt(len(ratios))


def ratio(own, other, unit):
    """None where there is nothing to divide."""
    if unit == "ns":
        own, other = max(own, SMALLEST_NS), max(other, SMALLEST_NS)
    return own / other if own and other else None


def counts(own, other, unit):
    """Whether a row belongs into a mean."""
    return unit != "ns" or own >= SMALLEST_NS or other >= SMALLEST_NS


def geometric_mean(ratios):
    ratios = list(ratios)
    return math.exp(statistics.fmean(map(math.log, ratios))) if ratios else None
