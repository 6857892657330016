package blockedsend

import "context"

// The buffer is as large as the configuration says, and the receiver leaves when it is empty.
type press struct {
	depth  int
	sheets chan string
	raw    chan string
}

func newPress(depth int) *press {
	p := &press{depth: depth}
	p.sheets = make(chan string, p.depth)
	p.raw = make(chan string, p.depth)
	return p
}

func (p *press) start(ctx context.Context, print func(string)) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				if len(p.sheets) == 0 {
					return
				}
			case s := <-p.sheets:
				print(s)
			}
		}
	}()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case r := <-p.raw:
				p.sheets <- r + "!" // want `send on p.sheets blocks forever after the function literal, its receiver, leaves the loop at line \d+ .*low confidence`
			}
		}
	}()
}

func (p *press) Offer(ctx context.Context, sheet string) {
	select {
	case p.raw <- sheet:
	case <-ctx.Done():
	}
}

// Callers fill the buffer.
type mailbox struct{ letters chan string }

func newMailbox(ctx context.Context, deliver func(string)) *mailbox {
	m := &mailbox{letters: make(chan string, 100)}
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case l := <-m.letters:
				deliver(l)
			}
		}
	}()
	return m
}

func (m *mailbox) Post(ctx context.Context, letter string) error {
	m.letters <- letter // want `send on m.letters blocks forever after the function literal, its receiver, leaves the loop at line \d+ .*low confidence`
	return ctx.Err()
}
