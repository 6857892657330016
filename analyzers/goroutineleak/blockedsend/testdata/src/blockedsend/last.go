package blockedsend

import (
	"context"
	"slices"
)

type page struct {
	number int
	err    error
}

func fetchPage(ctx context.Context, i int) error {
	if i < 0 {
		return context.Canceled
	}
	return ctx.Err()
}

func eachPage(ctx context.Context, n int, do func(int) error) error {
	for i := range n {
		if err := do(i); err != nil {
			return err
		}
	}
	return nil
}

// What a select sends may be the value that the receiver leaves for: nobody is there
// for the last one.
func guardedThenBare(ctx context.Context, n int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan page)
	go func() {
		err := eachPage(ctx, n, func(i int) error {
			err := fetchPage(ctx, i)
			select {
			case pages <- page{number: i, err: err}:
			case <-ctx.Done():
			}
			return err
		})
		if err != nil {
			pages <- page{number: -1, err: err} // want `send on pages blocks forever when guardedThenBare returns at line \d+ before it has received all values`
		}
		close(pages)
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// The sender goes on behind an error.
func goesOnBehindError(ctx context.Context, n int) error {
	pages := make(chan page)
	go func() {
		defer close(pages)
		for i := range n {
			pages <- page{number: i, err: fetchPage(ctx, i)} // want `send on pages blocks forever when goesOnBehindError returns at line \d+ before it has received all values`
		}
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// It ends behind one kind of error only.
func endsForSome(ctx context.Context, n int) error {
	pages := make(chan page)
	go func() {
		defer close(pages)
		for i := range n {
			err := fetchPage(ctx, i)
			pages <- page{i, err} // want `send on pages blocks forever when endsForSome returns at line \d+ before it has received all values`
			if err == context.Canceled {
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

// Two senders: the error of one is not the last of the other.
func twoSenders(ctx context.Context, n int) error {
	pages := make(chan page)
	for range 2 {
		go func() {
			for i := range n {
				err := fetchPage(ctx, i)
				pages <- page{i, err} // want `send on pages blocks forever when twoSenders returns at line \d+ before it has received all values`
				if err != nil {
					return
				}
			}
		}()
	}
	for range 2 * n {
		if p := <-pages; p.err != nil {
			return p.err
		}
	}
	return nil
}

// The select stands in a literal that another package calls.
func calledElsewhere(ctx context.Context, list []int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pages := make(chan page)
	go func() {
		failed := slices.ContainsFunc(list, func(i int) bool {
			err := fetchPage(ctx, i)
			select {
			case pages <- page{i, err}:
			case <-ctx.Done():
			}
			return err != nil
		})
		if failed {
			pages <- page{number: -1, err: context.Canceled} // want `send on pages blocks forever when calledElsewhere returns at line \d+ before it has received all values`
		}
		close(pages)
	}()
	for p := range pages {
		if p.err != nil {
			return p.err
		}
	}
	return nil
}
