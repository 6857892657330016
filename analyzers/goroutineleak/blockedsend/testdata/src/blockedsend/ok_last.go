package blockedsend

import (
	"context"
	"io"
)

// The receiver leaves for an error, which is the last thing that is sent.
func errorLast(ctx context.Context, n int) error {
	pages := make(chan page)
	go func() {
		defer close(pages)
		for i := range n {
			pages <- page{number: i}
		}
		if err := fetchPage(ctx, n); err != nil {
			pages <- page{err: err}
		}
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

func returnsBehindError(ctx context.Context, n int) error {
	pages := make(chan page)
	go func() {
		defer close(pages)
		for i := range n {
			if err := fetchPage(ctx, i); err != nil {
				pages <- page{err: err}
				return
			}
			pages <- page{number: i}
		}
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

func returnsWhenSent(ctx context.Context, n int) error {
	pages := make(chan *page)
	go func() {
		defer close(pages)
		for i := range n {
			err := fetchPage(ctx, i)
			pages <- &page{i, err}
			if err != nil {
				return
			}
		}
	}()
	for p := range pages {
		if p.err == io.EOF {
			break
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

func errorsThemselves(ctx context.Context, n int) error {
	errs := make(chan error)
	go func() {
		defer close(errs)
		for i := range n {
			err := fetchPage(ctx, i)
			errs <- err
			if err != nil {
				break
			}
		}
	}()
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A helper sends what it is given.
func throughHelper(ctx context.Context, n int) error {
	pages := make(chan page)
	emit := func(p page) { pages <- p }
	go func() {
		defer close(pages)
		for i := range n {
			if err := fetchPage(ctx, i); err != nil {
				emit(page{err: err})
				return
			}
			emit(page{number: i})
		}
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// The select gives up with the receiver, and nothing comes behind it.
func guardedOnly(ctx context.Context, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan page)
	go func() {
		defer close(pages)
		for i := range n {
			select {
			case pages <- page{number: i, err: fetchPage(ctx, i)}:
			case <-ctx.Done():
				return
			}
		}
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}
