package lockleak

import (
	"errors"
	"sync"
)

type parcel struct {
	mu   sync.RWMutex
	code string
	tags []string
}

type depot struct {
	mu      sync.Mutex
	parcels map[string]*parcel
}

var errNoCode = errors.New("no code")

// The object is new, and gone with the error.
func newParcel(code string) (*parcel, error) {
	p := &parcel{code: code}
	p.mu.Lock()
	if p.code == "" {
		return nil, errNoCode
	}
	p.tags = append(p.tags, "new")
	p.mu.Unlock()
	return p, nil
}

// Keep makes the parcel known on its other ways: nobody is shown to have it on this one.
func (d *depot) Keep(p *parcel) error {
	p.mu.RLock()
	code := p.code
	if code == "" {
		return errNoCode
	}
	p.mu.RUnlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.parcels[code] = p
	return nil
}

// Receive hands label a new parcel, which it does not keep after an error.
func (d *depot) Receive(code string) error {
	p := &parcel{code: code}
	if err := d.label(p); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.parcels[code] = p
	return nil
}

func (d *depot) label(p *parcel) error {
	p.mu.Lock()
	if p.code == "" {
		return errNoCode
	}
	p.tags = append(p.tags, "labelled")
	p.mu.Unlock()
	return nil
}

// Nobody waits for a lock that is gone with the function.
func local(work func() error) error {
	var mu sync.Mutex
	for range 3 {
		mu.Lock()
		if err := work(); err != nil {
			return err
		}
		mu.Unlock()
	}
	return nil
}
