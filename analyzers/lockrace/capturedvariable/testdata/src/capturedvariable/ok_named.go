package capturedvariable

type dock struct{ ships chan int }

func (d *dock) unload() {
	for range d.ships {
	}
}

// Returning a named result by its name writes nothing.
func newDock() (d *dock, err error) {
	d = &dock{ships: make(chan int)}
	go func() {
		d.unload()
	}()
	return d, nil
}
