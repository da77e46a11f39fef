"""Runs a command on a pseudo-terminal: argv[1] columns, then the command. SIGUSR1 narrows it to 40,
SIGUSR2 ends the command."""
import fcntl, os, pty, select, signal, struct, sys, termios

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])


def resize(columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))


resize(int(sys.argv[1]))
signal.signal(signal.SIGUSR1, lambda *_: resize(40))
signal.signal(signal.SIGUSR2, lambda *_: os.kill(child, signal.SIGTERM))
sources = [0, terminal]
while True:
    readable, _, _ = select.select(sources, [], [])
    if 0 in readable:
        typed = os.read(0, 4096)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
    if terminal in readable:
        try:
            shown = os.read(terminal, 4096)
        except OSError:
            break
        if not shown:
            break
        os.write(1, shown)
_, status = os.waitpid(child, 0)
sys.exit(os.waitstatus_to_exitcode(status))
