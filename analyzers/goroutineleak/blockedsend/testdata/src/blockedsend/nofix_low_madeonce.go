package blockedsend

type bus struct {
	ops  chan int
	next func() int
}

// The next call receives from the same channel.
func (b *bus) query(n int, ask func(int) error) error {
	if b.ops == nil {
		b.ops = make(chan int)
		go func() {
			for {
				b.ops <- b.next() // want `send on b.ops blocks forever when query returns at line \d+`
			}
		}()
	}
	for range n {
		if err := ask(<-b.ops); err != nil {
			return err
		}
	}
	return nil
}
