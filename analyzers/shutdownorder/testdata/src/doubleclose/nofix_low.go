package doubleclose

// One of the ways in which a promise ends tells nothing.
func (p *Promise) Submit() { close(p.done) } // want `every call of Submit closes p\.done`
