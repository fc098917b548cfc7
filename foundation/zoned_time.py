"""Wall-clock times in a named zone, and the instants that they are.

A zone is a name of the IANA database, or AoE (anywhere on Earth): UTC−12 without daylight saving time.
"""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from foundation.errors import wrong_field

AOE: Final = "AoE"
_ANYWHERE: Final = timezone(timedelta(hours=-12), AOE)


def zone_of(name: str, field: str = "zone") -> tzinfo:
    """Return the zone of this name. Raises InvalidError, which names the field."""
    if name == AOE:
        return _ANYWHERE
    if name not in available_timezones():
        raise wrong_field(
            field, f"There is no time zone “{name[:64]}”. Use AoE, or a name such as Europe/Helsinki.", "zone"
        )
    return ZoneInfo(name)


def instant(text: str, zone: str, field: str) -> datetime:
    """Return the instant, in UTC, of a wall-clock time such as 2027-01-15T23:59 in a zone.

    A time that clocks skip and one that they show twice are refused, because a deadline must mean one instant. Raises
    InvalidError, which names the field.
    """
    known = zone_of(zone, f"{field}/zone")
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        local = None
    if local is None or local.tzinfo is not None or "T" not in text:
        raise wrong_field(f"{field}/at", "Write a time without an offset, such as 2027-01-15T23:59.", "time")
    try:
        first, second = (local.replace(tzinfo=known, fold=fold) for fold in (0, 1))
        found = first.astimezone(UTC)
        skipped = found.astimezone(known).replace(tzinfo=None) != local
        twice = first.utcoffset() != second.utcoffset()
    except OverflowError:
        raise wrong_field(f"{field}/at", "The year is out of range.", "time") from None
    if skipped:
        raise wrong_field(
            f"{field}/at",
            f"Clocks in {zone} skip {local:%H:%M} on {local:%Y-%m-%d}. Choose a time before or after.",
            "skipped_time",
        )
    if twice:
        raise wrong_field(
            f"{field}/at",
            f"Clocks in {zone} show {local:%H:%M} twice on {local:%Y-%m-%d}. Choose another time, or write it in UTC.",
            "repeated_time",
        )
    return found
