package backgroundinloop

import (
	"context"
	"log"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type store interface {
	Collect(ctx context.Context) (int, error)
	Ping(ctx context.Context) error
}

func collect(ctx context.Context, s store) {
	ticker := time.NewTicker(24 * time.Hour)
	defer ticker.Stop()
	go func() {
		for range ticker.C {
			if _, err := s.Collect(context.Background()); err != nil { // want `shutdown cannot cancel s\.Collect, in the loop at line \d+ of the goroutine started at line \d+`
				log.Print(err)
			}
		}
	}()
	<-ctx.Done()
}

// With a context made from a signal in scope.
func run(s store) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		for {
			time.Sleep(time.Minute)
			s.Collect(context.TODO()) // want `s.Collect, in the loop at line 35`
		}
	}()
	<-ctx.Done()
}

// In a select, in a method that a goroutine runs; the receiver has a context
// that its Stop cancels.
type janitor struct {
	ctx    context.Context
	cancel context.CancelFunc
	store  store
	done   chan struct{}
}

func newJanitor(s store) *janitor {
	j := &janitor{store: s, done: make(chan struct{})}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	go j.loop()
	return j
}

func (j *janitor) loop() {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-j.done:
			return
		case <-t.C:
			if err := j.store.Ping(context.Background()); err != nil { // want `j.store.Ping, in the loop at line 62 of the goroutine started at line 55`
				continue
			}
		}
	}
}

// A long deadline: longer than platforms wait.
func slow(s store) {
	go func() {
		for range time.Tick(time.Hour) {
			func() {
				log.Print("tick")
			}()
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // want `s.Collect, in the loop`
			s.Collect(ctx)
			cancel()
		}
	}()
}

// One variable for several uses: one report.
func variable(s store) {
	go func() {
		ctx := context.Background() // want `s.Ping, in the loop`
		for {
			if s.Ping(ctx) == nil {
				s.Collect(ctx)
			}
		}
	}()
}

// The callee is the package's own and waits.
func own(s store) {
	go func() {
		for range time.Tick(time.Second) {
			work(context.Background(), s) // want `work, in the loop`
		}
	}()
}

func work(ctx context.Context, s store) {
	s.Ping(context.WithValue(ctx, key{}, 1))
}

type key struct{}

// A worker that only its context ends, and a context that never does.
type meter struct{ store store }

func (m *meter) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Hour):
			if m.store.Ping(ctx) != nil {
				continue
			}
		}
	}
}

func startMeter(m *meter) {
	go m.run(context.Background()) // want `no shutdown can stop m\.run, started at line \d+`
}

func startMeterInLiteral(m *meter) {
	go func() {
		log.Print("measuring")
		m.run(context.TODO()) // want `no shutdown can stop m\.run, started at line \d+`
	}()
}

func upgradeAll(ctx context.Context, s store, ready func() bool) {
	if !ready() {
		return
	}
	ctx = context.Background() // want `s.Collect, in the loop at line \d+`
	go func() {
		for range time.Tick(time.Second) {
			if n, err := s.Collect(ctx); err == nil && n == 0 {
				return
			}
		}
	}()
}

// That the work was given up by itself, or that there is none, says nothing of a stop.
func poll(s store) {
	go func() {
		for {
			err := s.Ping(context.Background()) // want `s.Ping, in the loop`
			if err == context.DeadlineExceeded {
				return
			}
			time.Sleep(time.Second)
		}
	}()
}

// The context of the first caller is not that of what runs once for all of them.
type pool struct {
	once  sync.Once
	store store
}

func (p *pool) get(ctx context.Context) error {
	p.once.Do(func() {
		go func() {
			for {
				if err := p.store.Ping(context.Background()); err != nil { // want `p.store.Ping, in the loop`
					log.Print(err)
				}
				time.Sleep(time.Minute)
			}
		}()
	})
	return p.store.Ping(ctx)
}

// A round that fails goes on before the loop asks whether it is over: with a context
// that has ended it would for ever.
func watch(ctx context.Context, s store, cancel func()) {
	go func() {
		for {
			n, err := s.Collect(context.Background()) // want `s.Collect, in the loop`
			if err != nil {
				log.Print(err)
				continue
			}
			if n > 0 {
				cancel()
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}()
}

// Whoever calls it runs it in a goroutine or on its way to a shutdown of its own.
func Poll(s store) {
	for range time.Tick(time.Second) {
		s.Ping(context.Background()) // want `s\.Ping, in the loop`
	}
}

// A comment that speaks of contexts gives no reason.
func upgrade(ctx context.Context, s store, ready func() bool) {
	if !ready() {
		return
	}
	// The upgrade takes long, so it gets a new context.
	ctx = context.Background() // want `s\.Collect, in the loop`
	go func() {
		for range time.Tick(time.Second) {
			if n, err := s.Collect(ctx); err == nil && n == 0 {
				return
			}
		}
	}()
}

// The only go statement is that of a test.
func compacted(s store, every time.Duration) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C {
		s.Collect(context.Background()) // want `s\.Collect, in the loop`
	}
}

// Run asks for its end, and the round does not hear of it.
func Run(ctx context.Context, s store) error {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			if err := s.Ping(context.Background()); err != nil { // want `s\.Ping, in the loop`
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// So does a worker that is told by a channel, and one that looks for itself, and one
// that waits for nothing but its wake-up.
func sweep(s store, stop <-chan struct{}, wake <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-wake:
			s.Collect(context.Background()) // want `s\.Collect, in the loop`
		}
	}
}

func drip(ctx context.Context, s store) {
	for ctx.Err() == nil {
		s.Collect(context.Background()) // want `s\.Collect, in the loop`
	}
}

// One call deeper, and in a literal that is called in place.
func (m *meter) tidy() {
	go func() {
		for range time.Tick(time.Hour) {
			m.tidyOnce()
			func() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Hour) // want `m\.store\.Ping, in the loop`
				defer cancel()
				m.store.Ping(ctx)
			}()
		}
	}()
}

func (m *meter) tidyOnce() { m.store.Collect(context.TODO()) } // want `m\.store\.Collect, in the loop`

// What comes from a queue, beside a context that ends with the goroutine.
func drain(ctx context.Context, s store, jobs <-chan int) {
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case n := <-jobs:
				s.Ping(context.WithValue(context.Background(), key{}, n)) // want `s\.Ping, in the loop`
			}
		}
	}()
}

// What the select does not leave to the end of ctx comes behind it.
func beating(ctx context.Context, s store, tick <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		_ = s.Ping(context.Background()) // want `shutdown cannot cancel s\.Ping, in the loop at line \d+ that waits for ctx\.Done\(\)`
	}
}
