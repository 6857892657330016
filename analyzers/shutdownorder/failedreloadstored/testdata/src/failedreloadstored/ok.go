package failedreloadstored

import "log"

func (c *counter) reloadKept(path string) {
	t, err := read(path)
	if err != nil {
		log.Print(err)
		return
	}
	c.tariff.Store(&t)
}

// Another value takes its place.
func (c *counter) reloadEmpty(path string) {
	t, err := read(path)
	if err != nil {
		log.Print(err)
		t = tariff{"standard": 1}
	}
	c.tariff.Store(&t)
}

// It is looked at.
func (d *desk) reloadTested(path string) {
	t, err := read(path)
	if err != nil {
		log.Print(err)
	}
	if t == nil {
		return
	}
	d.tariff = t
}

// Nothing is replaced: without the file the desk has no tariff.
func newDesk(path string) *desk {
	t, err := read(path)
	if err != nil {
		log.Print(err)
	}
	d := &desk{}
	d.tariff = t
	return d
}

// The value is used here alone.
func (d *desk) refreshed(path string) int {
	t, err := read(path)
	if err != nil {
		log.Print(err)
	}
	n := len(t)
	return n
}
