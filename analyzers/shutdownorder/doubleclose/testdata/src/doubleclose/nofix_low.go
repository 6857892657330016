package doubleclose

// One of the ways in which a promise ends tells nothing.
func (p *Promise) Submit() { close(p.done) } // want `a second call of Submit panics with "close of closed channel"`
