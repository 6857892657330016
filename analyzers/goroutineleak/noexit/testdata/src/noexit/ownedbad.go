package noexit

import (
	"os"
	"sync"
	"time"
)

// It belongs to a value with a Close, which does not end it.
type spool struct {
	dir   string
	mu    sync.Mutex
	files map[string]time.Time
}

func newSpool(dir string) *spool {
	s := &spool{dir: dir, files: make(map[string]time.Time)}
	go s.expire()
	return s
}

func (s *spool) expire() {
	for { // want `cannot be stopped`
		s.mu.Lock()
		for name, since := range s.files {
			if time.Since(since) > time.Hour {
				_ = os.Remove(name)
				delete(s.files, name)
			}
		}
		s.mu.Unlock()
		time.Sleep(time.Minute) // as often as files come
	}
}

func (s *spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return os.RemoveAll(s.dir)
}

// Its Stop closes a channel already, for another goroutine.
type relay struct {
	quit  chan struct{}
	lines chan string
	out   []string
}

func newRelay() *relay {
	r := &relay{quit: make(chan struct{}), lines: make(chan string)}
	go r.copy()
	go func() {
		for { // want `cannot be stopped`
			_ = os.Chtimes("relay", time.Now(), time.Now())
			time.Sleep(time.Second)
		}
	}()
	go r.touch()
	return r
}

func (r *relay) copy() {
	for {
		select {
		case line := <-r.lines:
			r.out = append(r.out, line)
		case <-r.quit:
			return
		}
	}
}

func (r *relay) touch() {
	for { // want `cannot be stopped`
		_ = os.WriteFile("relay", nil, 0o600)
		time.Sleep(time.Second)
	}
}

func (r *relay) Stop() { close(r.quit) }

// It has no Stop, and nobody here makes one: it gets it.
type Sampler struct {
	path string
}

// NewSampler starts one.
func NewSampler(path string) *Sampler {
	s := &Sampler{
		path: path,
	}
	go s.sample()
	return s
}

func (s *Sampler) sample() {
	for { // want `cannot be stopped`
		_ = os.WriteFile(s.path, []byte(time.Now().String()), 0o600)
		time.Sleep(time.Minute)
	}
}

// It is a value in another struct, which nothing makes in so many words: it cannot get a channel.
type beacon struct{ path string }

type mast struct{ beacon beacon }

func (m *mast) start() { go m.beacon.flash() }

func (b *beacon) flash() {
	for { // want `cannot be stopped`
		_ = os.WriteFile(b.path, nil, 0o600)
		time.Sleep(time.Minute)
	}
}

func (b *beacon) Stop() { _ = os.Remove(b.path) }

// Its Stop is what the goroutine itself calls: it cannot wait for that.
type fuse struct {
	path string
	left int
}

func newFuse() *fuse {
	f := &fuse{left: 3}
	go f.burn()
	return f
}

func (f *fuse) burn() {
	for { // want `cannot be stopped`
		if f.left--; f.left == 0 {
			f.Stop()
		}
		time.Sleep(time.Second)
	}
}

func (f *fuse) Stop() { _ = os.Remove(f.path) }

// What was handed in to end it is in scope, and nothing looks at it.
func follow(path string, done <-chan struct{}) {
	go func() {
		for { // want `cannot be stopped`
			_ = os.WriteFile(path, nil, 0o600)
			time.Sleep(time.Minute)
		}
	}()
}
