//leak:pattern First of two answers, each on a channel of its own
//leak:source Uber, NCast
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["first-of-two"] = func() { _ = firstOfTwo() } }

func firstOfTwo() error {
	primary, replica := make(chan error), make(chan error)
	go answer(primary)
	go answer(replica)
	select {
	case err := <-primary:
		return err
	case err := <-replica:
		return err
	}
}

func answer(to chan<- error) { to <- work() }
