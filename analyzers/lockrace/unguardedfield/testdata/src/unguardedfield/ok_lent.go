package unguardedfield

import (
	"sync"
	"sync/atomic"
	"time"
)

// Lamps are returned as copies.
type Lamp struct{ lit time.Time }

func (l *Lamp) Light(now time.Time) { l.lit = now }

type Lamps struct {
	mu  sync.Mutex
	all map[string]*Lamp
}

func (l *Lamps) Get(name string) Lamp {
	l.mu.Lock()
	defer l.mu.Unlock()
	return *l.all[name]
}

func (l *Lamps) Start() {
	l.all = make(map[string]*Lamp)
	go func() {
		for now := range time.Tick(time.Minute) {
			l.mu.Lock()
			for name, lamp := range l.all {
				if now.Sub(lamp.lit) > time.Hour {
					delete(l.all, name)
				}
			}
			l.mu.Unlock()
		}
	}()
}

// Importers get new bells; those that the goroutine finds are its own.
type Bell struct{ rung int }

func (b *Bell) Ring() { b.rung++ }

type Bells struct {
	mu  sync.Mutex
	own map[string]*Bell
}

func (b *Bells) Cast() *Bell { return &Bell{} }

func (b *Bells) Start() {
	go func() {
		for range time.Tick(time.Minute) {
			b.mu.Lock()
			for _, bell := range b.own {
				println(bell.rung)
			}
			b.mu.Unlock()
		}
	}()
}

// What others write is atomic.
type Sluice struct{ opened atomic.Int64 }

func (g *Sluice) Open() { g.opened.Add(1) }

type Sluices struct {
	mu  sync.Mutex
	all map[string]*Sluice
}

func (g *Sluices) Get(name string) *Sluice {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.all[name]
}

func (g *Sluices) Start() {
	go func() {
		for range time.Tick(time.Minute) {
			g.mu.Lock()
			for _, gate := range g.all {
				println(gate.opened.Load())
			}
			g.mu.Unlock()
		}
	}()
}

// The goroutine reads what is set once, before the object is in the map.
type Mast struct {
	built time.Time
	flag  string
}

func (m *Mast) Hoist(flag string) { m.flag = flag }

type Masts struct {
	mu  sync.Mutex
	all map[string]*Mast
}

func (m *Masts) Get(name string) *Mast {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.all[name] == nil {
		m.all[name] = &Mast{built: time.Now()}
	}
	return m.all[name]
}

func (m *Masts) Start() {
	go func() {
		for range time.Tick(time.Minute) {
			m.mu.Lock()
			for _, mast := range m.all {
				println(mast.built.String())
			}
			m.mu.Unlock()
		}
	}()
}

// A Kite may be changed before it is in the map: importers make it.
type Kite struct{ height int }

func NewKite() *Kite { return &Kite{} }

func (k *Kite) SetHeight(h int) {
	k.height = h
}

type Kites struct {
	mu    sync.Mutex
	flown map[string]*Kite
}

func (k *Kites) Fly(name string, kite *Kite) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flown[name] = kite
}

func (k *Kites) Find(name string) *Kite {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.flown[name]
}

func (k *Kites) Watch() {
	go func() {
		for range time.Tick(time.Minute) {
			k.mu.Lock()
			for _, kite := range k.flown {
				println(kite.height)
			}
			k.mu.Unlock()
		}
	}()
}
