package unguardedfield

// The object is sent in a message, by a function that the loop calls, and written when the loop ends.
type caller struct {
	lines  chan string
	out    chan string
	ending bool
	desk   *callDesk
}

type deskCall struct {
	from *caller
	line string
}

type callDesk struct{ calls chan *deskCall }

func newCallDesk() *callDesk {
	d := &callDesk{calls: make(chan *deskCall, 8)}
	go d.run()
	return d
}

func (d *callDesk) run() {
	for call := range d.calls {
		call.from.answer("heard " + call.line)
	}
}

func (c *caller) answer(text string) bool {
	if c.ending {
		return false
	}
	select {
	case c.out <- text:
	default:
	}
	return true
}

func (c *caller) listen(read func() (string, bool)) {
	defer func() {
		c.hangUp()
	}()
	for {
		line, ok := read()
		if !ok {
			return
		}
		c.pass(line)
	}
}

func (c *caller) pass(line string) { c.desk.calls <- &deskCall{c, line} }

func (c *caller) hangUp() {
	c.ending = true // want `data race: c\.ending is written after the send at line \d+, and the goroutine that receives uses the field at line \d+, and no lock orders the two`
}

func serveCaller(d *callDesk, read func() (string, bool)) {
	c := &caller{out: make(chan string, 4), desk: d}
	go c.listen(read)
}
