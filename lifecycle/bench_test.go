package lifecycle

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"
)

// Each benchmark measures ours and what one would write by hand in turns, so
// that both meet the same machine, and reports the median of the ratios. Run
// them with
//
//	go test -run '^$' -bench . -benchmem
func compare(b *testing.B, ours, byHand func(n int)) {
	const rounds = 21
	n := max(b.N/rounds, 1)
	timed := func(f func(int)) time.Duration {
		start := time.Now()
		f(n)
		return time.Since(start)
	}
	var ratios []float64
	var mine, theirs time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for i := range rounds {
		var m, t time.Duration
		if i%2 == 0 {
			m, t = timed(ours), timed(byHand)
		} else {
			t, m = timed(byHand), timed(ours)
		}
		mine, theirs = mine+m, theirs+t
		ratios = append(ratios, float64(m)/float64(t))
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op") // of both together: says nothing
	b.ReportMetric(ratios[rounds/2], "ratio")
	b.ReportMetric(float64(mine.Nanoseconds())/float64(rounds*n), "ours-ns")
	b.ReportMetric(float64(theirs.Nanoseconds())/float64(rounds*n), "byhand-ns")
}

// produce sends n values on a new channel and closes it.
func produce(n, room int) <-chan int {
	ch := make(chan int, room)
	go func() {
		defer close(ch)
		for i := range n {
			ch <- i
		}
	}()
	return ch
}

func sumRecv(ctx context.Context, ch <-chan int) (sum int) {
	for v := range Recv(ctx, ch) {
		sum += v
	}
	return sum
}

func sumByHand(ctx context.Context, ch <-chan int) (sum int) {
	for {
		select {
		case <-ctx.Done():
			return sum
		case v, ok := <-ch:
			if !ok {
				return sum
			}
			sum += v
		}
	}
}

func BenchmarkRecv(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, room := range []int{0, 64} {
		b.Run(fmt.Sprintf("room=%d", room), func(b *testing.B) {
			compare(b,
				func(n int) { sumRecv(ctx, produce(n, room)) },
				func(n int) { sumByHand(ctx, produce(n, room)) })
		})
	}
	b.Run("full", func(b *testing.B) { // nothing but the loop: no other goroutine
		compare(b,
			func(n int) { sumRecv(ctx, full(n)) },
			func(n int) { sumByHand(ctx, full(n)) })
	})
}

func full(n int) <-chan int {
	ch := make(chan int, n)
	for i := range n {
		ch <- i
	}
	close(ch)
	return ch
}

func BenchmarkEvery(b *testing.B) {
	const interval = time.Microsecond // below what a tick costs: all CPU
	ours := func(n int) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		Every(ctx, interval, func(context.Context) {
			if n--; n <= 0 {
				cancel()
			}
		})
	}
	byHand := func(n int) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		t := time.NewTicker(interval)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if n--; n <= 0 {
					cancel()
				}
			}
		}
	}
	compare(b, ours, byHand)
}

// errGroup is the usual shape of a group of goroutines with a first error.
type errGroup struct {
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	once   sync.Once
	err    error
}

func (g *errGroup) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() { g.err = err; g.cancel(err) })
		}
	}()
}

func BenchmarkGroupGo(b *testing.B) {
	ours := func(n int) {
		g := NewGroup(context.Background())
		for range n {
			g.GoErr(func(context.Context) error { return nil })
		}
		_ = g.Stop(context.Background())
	}
	byHand := func(n int) {
		ctx, cancel := context.WithCancelCause(context.Background())
		g := &errGroup{cancel: cancel}
		for range n {
			g.Go(func() error { return ctx.Err() })
		}
		g.wg.Wait()
		cancel(nil)
	}
	compare(b, ours, byHand)
}

var hello = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") })

// Requests over one keep-alive connection.
func BenchmarkServer(b *testing.B) {
	old := std.Swap(newDefault())
	defer std.Store(old)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := New(hello, "", quietLog(), WithDrain(0))
	s.MarkReady()
	go s.Serve(ln)
	defer s.Shutdown(context.Background())
	bare := httptest.NewServer(hello)
	defer bare.Close()
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	requests := func(url string) func(int) {
		return func(n int) {
			for range n {
				resp, err := client.Get(url)
				if err != nil {
					b.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		}
	}
	compare(b, requests("http://"+ln.Addr().String()+"/x"), requests(bare.URL+"/x"))
}

// What Server adds to a handler, without the connection.
func BenchmarkServerHandler(b *testing.B) {
	s := New(hello, "", quietLog())
	r := httptest.NewRequest(http.MethodGet, "/some/path", nil)
	w := httptest.NewRecorder()
	w.Body = nil
	serve := func(h http.Handler) func(int) {
		return func(n int) {
			for range n {
				h.ServeHTTP(w, r)
			}
		}
	}
	compare(b, serve(s.http.Handler), serve(hello))
}

// The loops allocate nothing per item.
func TestNoAllocationPerItem(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	const items = 1000
	count := func(n int) float64 {
		ch := make(chan int, n)
		return testing.AllocsPerRun(10, func() {
			for i := range n {
				ch <- i
			}
			seen := 0
			for range Recv(ctx, ch) {
				if seen++; seen == n {
					break
				}
			}
		})
	}
	if one, many := count(1), count(items); many > one {
		t.Errorf("Recv: %v allocations for one item, %v for %d", one, many, items)
	}
	every := func(n int) float64 {
		return testing.AllocsPerRun(10, func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			left := n
			Every(ctx, time.Microsecond, func(context.Context) {
				if left--; left == 0 {
					cancel()
				}
			})
		})
	}
	if one, many := every(1), every(100); many > one {
		t.Errorf("Every: %v allocations for one tick, %v for 100", one, many)
	}
}
