//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func double(_ context.Context, n int) (int, error) {
	time.Sleep(time.Second)
	switch n {
	case 3:
		return 0, io.EOF
	case 4:
		panic("four")
	}
	return 2 * n, nil
}

func source(n int) <-chan int {
	in := make(chan int)
	go func() {
		defer close(in)
		for i := range n {
			in <- i
		}
	}()
	return in
}

func TestDispatch(t *testing.T) {
	for workers, want := range map[int]time.Duration{-1: 10 * time.Second, 0: 10 * time.Second, 1: 10 * time.Second, 5: 2 * time.Second, 100: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			var got []int
			eof, panics := 0, 0
			for v, err := range Dispatch(t.Context(), workers, source(10), double) {
				var p *PanicError
				switch {
				case err == io.EOF:
					eof++
				case errors.As(err, &p) && p.Value == "four":
					panics++
				case err == nil:
					got = append(got, v)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, []int{0, 2, 4, 10, 12, 14, 16, 18}) || eof != 1 || panics != 1 {
				t.Errorf("%d workers: results %v, %d errors, %d panics", workers, got, eof, panics)
			}
			if took := time.Since(start); took != want {
				t.Errorf("%d workers: took %v, want %v", workers, took, want)
			}
		})
	}
}

// synctest.Test fails if a goroutine is left when the test ends.
func TestDispatchLeftEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := make(chan int, 100)
		for i := range 100 {
			in <- i
		}
		var cancelled atomic.Int64
		for range Dispatch(t.Context(), 4, in, func(ctx context.Context, n int) (int, error) {
			if n > 0 {
				<-ctx.Done()
				cancelled.Add(1)
			}
			return n, nil
		}) {
			synctest.Wait() // all four workers are in fn
			break
		}
		if n := cancelled.Load(); n != 4 {
			t.Errorf("%d calls were cancelled and waited for, want 4", n)
		}
		if len(in) == 0 {
			t.Error("went on taking values")
		}
	})
}

func TestDispatchBodyPanics(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer func() {
			if recover() != "body" {
				t.Error("the panic was lost")
			}
		}()
		for range Dispatch(t.Context(), 4, source(4), double) {
			panic("body")
		}
	})
}

func TestDispatchContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		in := make(chan int) // never closed
		go func() {
			for i := 10; Send(ctx, in, i) == nil; i++ {
			}
		}()
		n := 0
		for _, err := range Dispatch(ctx, 1, in, double) {
			if err != nil {
				t.Error(err)
			}
			n++
		}
		if n != 3 { // at 1, 2 and, taken before the end and finished, 3 s
			t.Errorf("%d results, want 3", n)
		}
		for range Dispatch(ctx, 1, in, double) {
			t.Error("took a value after the context had ended")
		}
	})
}
