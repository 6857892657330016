package forcekill

import "os"

// Windows knows no SIGTERM.
func stop(p *os.Process) {
	p.Kill() // want `p.Kill: the process cannot finish its work`
}
