package stopcutshort

import "net"

type pair struct{ in, out net.Conn }

// The kernel closes the other one with the process.
func (p *pair) Close() error {
	if err := p.in.Close(); err != nil {
		return err // want "p.out.Close \\(line \\d+\\) does not run when p.in.Close fails: Close returns the error before it"
	}
	return p.out.Close()
}
