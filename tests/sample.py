"""The sample of `make run`, built by the installed SDK: a program with its apphost."""
import os
import subprocess

import run

FOLDER = os.path.join(run.OUT, "textstats")
PROGRAM = os.path.join(FOLDER, "textstats.dll")
APPHOST = os.path.join(FOLDER, "textstats")


def build():
    """Builds what is not there or older than its source."""
    source = os.path.join(run.ROOT, "samples", "textstats")
    subprocess.run(["dotnet", "build", source, "-c", "Release", "-o", FOLDER, "-nodeReuse:false", "-v", "quiet", "--nologo"],
                   check=True, stdout=subprocess.DEVNULL)
