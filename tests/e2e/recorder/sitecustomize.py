"""Record the lookups and connections of a process. Python runs this module at start if it is on the path.

One JSON list of host and port a line, in the file that MOREL_CONNECTIONS names. An audit hook cannot be taken away
again, and sees every socket of the standard library. Sockets in the file system have no host, and are left out.
"""

import json
import os
import sys
from typing import Any


def note(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.sendto"}:
        address = arguments[1]
        place = address[:2] if isinstance(address, tuple) else None
    elif event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        place = (arguments[0], arguments[1] if len(arguments) > 1 else 0)
    else:
        return
    if place:
        with open(os.environ["MOREL_CONNECTIONS"], "a", encoding="utf-8") as file:
            file.write(json.dumps([str(each) for each in place]) + "\n")


if "MOREL_CONNECTIONS" in os.environ:
    sys.addaudithook(note)
