package blockedsend

import (
	"context"
	"errors"
)

// The channel is an exported field, of a value that the function makes itself.
type Parcel struct {
	Weight int
	Back   chan error
}

func weighs(ctx context.Context) error {
	p := &Parcel{Back: make(chan error)}
	go func() {
		p.Back <- work() // want `send on p\.Back blocks forever when weighs returns at line \d+ without receiving`
	}()
	select {
	case err := <-p.Back:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Who answers finds the question in a map.
type question struct{ answer chan string }

type panel struct{ open map[int]*question }

func newPanel(next func() (int, string)) *panel {
	p := &panel{open: make(map[int]*question)}
	go func() {
		for {
			n, text := next()
			if q := p.open[n]; q != nil {
				q.answer <- text // want `send on q\.answer blocks forever when ask returns at line \d+ without receiving`
			}
		}
	}()
	return p
}

func (p *panel) ask(ctx context.Context, n int) (string, error) {
	q := &question{answer: make(chan string)}
	p.open[n] = q
	select {
	case text := <-q.answer:
		return text, nil
	case <-ctx.Done():
		return "", errors.New("no answer")
	}
}
