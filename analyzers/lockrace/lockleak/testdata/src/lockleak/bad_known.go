package lockleak

// Others find the parcel before the way out: whoever looks it up waits.
func (d *depot) announced(p *parcel) error {
	d.mu.Lock()
	d.parcels[p.code] = p
	d.mu.Unlock()
	p.mu.Lock()
	if len(p.tags) == 0 {
		return errNoCode // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	p.tags = p.tags[1:]
	p.mu.Unlock()
	return nil
}

// One acquisition is one finding, at the first way out; the fix is for all.
func (p *parcel) check(limit int) error {
	p.mu.Lock()
	if p.code == "" {
		return errNoCode // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	if len(p.tags) > limit {
		return errNoCode
	}
	p.tags = nil
	p.mu.Unlock()
	return nil
}

// The object is new, and its caller gets to know nothing of the way out.
func newTagged(d *depot, code string) *parcel {
	p := &parcel{code: code}
	p.tag()
	d.parcels[code] = p
	return p
}

func (p *parcel) tag() {
	p.mu.Lock()
	if p.code == "" {
		return // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	p.tags = append(p.tags, p.code)
	p.mu.Unlock()
}

// A call has made the new object known.
func (d *depot) renew(code string) error {
	p := &parcel{code: code}
	d.put(p)
	p.mu.Lock()
	if p.code == "" {
		return errNoCode // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	p.mu.Unlock()
	return nil
}

func (d *depot) put(p *parcel) { d.parcels[p.code] = p }

// A call of which nothing is known may have.
func offer(code string, keep func(*parcel)) error {
	p := &parcel{code: code}
	keep(p)
	p.mu.Lock()
	if p.code == "" {
		return errNoCode // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	p.mu.Unlock()
	return nil
}
