//go:build unix

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
	"syscall"
	"testing"
	"time"
)

// compare measures ours and what one would write by hand in turns, so that both
// meet the same machine, and in processor time, so that other load on it counts
// less. It reports the median of the ratios. Run the benchmarks with
//
//	go test -run '^$' -bench . -benchmem
func compare(b *testing.B, ours, byHand func(n int)) {
	const rounds = 41
	n := max(b.N/rounds, 1)
	timed := func(f func(int)) float64 {
		start := processorTime()
		f(n)
		return float64(processorTime()-start) / float64(n)
	}
	var ratios, mine, theirs []float64
	b.ReportAllocs()
	b.ResetTimer()
	for i := range rounds {
		var m, t float64
		if i%2 == 0 {
			m, t = timed(ours), timed(byHand)
		} else {
			t, m = timed(byHand), timed(ours)
		}
		mine, theirs, ratios = append(mine, m), append(theirs, t), append(ratios, m/t)
	}
	b.ReportMetric(0, "ns/op") // of both together: says nothing
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(median(mine), "ours-ns")
	b.ReportMetric(median(theirs), "byhand-ns")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
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

// Requests over one keep-alive connection, against a bare server with the same
// time limits, and against one without any: the limits cost more than Server.
func BenchmarkServer(b *testing.B) {
	old := std.Swap(newDefault())
	defer std.Store(old)
	s := New(hello, "", quietLog(), WithDrain(0))
	s.MarkReady()
	defer s.Shutdown(context.Background())
	ours := serveBench(b, s.Serve)
	limits := &http.Server{Handler: hello, ReadHeaderTimeout: s.http.ReadHeaderTimeout, IdleTimeout: s.http.IdleTimeout}
	none := &http.Server{Handler: hello}
	for name, bare := range map[string]*http.Server{"same limits": limits, "no limits": none} {
		defer bare.Close()
		byHand := serveBench(b, bare.Serve)
		b.Run(name, func(b *testing.B) { compare(b, ours, byHand) })
	}
}

// serveBench returns a function that sends n requests to what serve serves.
func serveBench(b *testing.B, serve func(net.Listener) error) func(n int) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go serve(ln)
	client := &http.Client{Transport: &http.Transport{}}
	b.Cleanup(client.CloseIdleConnections)
	return func(n int) {
		for range n {
			resp, err := client.Get("http://" + ln.Addr().String() + "/x")
			if err != nil {
				b.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
	}
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
