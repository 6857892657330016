package stopneversignalled

import "sync"

// A gauge tells its readings to those who follow it, who only receive.
type gauge struct {
	mu        sync.Mutex
	next      int
	followers map[int]chan float64
	readers   map[chan float64]string
}

func newGauge() *gauge {
	return &gauge{followers: make(map[int]chan float64), readers: make(map[chan float64]string)}
}

func (g *gauge) Follow() (int, <-chan float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next++
	readings := make(chan float64, 4)
	g.followers[g.next] = readings
	return g.next, readings
}

// Unfollow forgets the channel, and whatever ranges over it.
func (g *gauge) Unfollow(id int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.followers, id)
}

func (g *gauge) Tell(reading float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, readings := range g.followers {
		select {
		case readings <- reading:
		default:
		}
	}
	for readings := range g.readers {
		select {
		case readings <- reading:
		default:
		}
	}
}

func (g *gauge) Plot(draw func(float64)) (stop func()) {
	id, readings := g.Follow()
	go func() {
		for reading := range readings { // want `goroutine started at line 52 cannot be stopped: it returns only after a stop signal, and nothing closes readings`
			draw(reading)
		}
	}()
	return func() { g.Unfollow(id) }
}

// record keeps its channel as the key of a map.
func (g *gauge) record(name string, write func(float64)) (stop func()) {
	readings := make(chan float64, 4)
	g.mu.Lock()
	g.readers[readings] = name
	g.mu.Unlock()
	go func() {
		for reading := range readings { // want `goroutine started at line 66 cannot be stopped: it returns only after a stop signal, and nothing closes readings`
			write(reading)
		}
	}()
	return func() {
		g.mu.Lock()
		delete(g.readers, readings)
		g.mu.Unlock()
	}
}
