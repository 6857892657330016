package unlockedaccess

import "sync"

type vessel struct{ name string }

func (v *vessel) ask() string { return v.name }

// A fleet gets other vessels as a whole, and tugs one by one.
type fleet struct {
	mu      sync.Mutex
	vessels map[string]*vessel
	tugs    map[string]*vessel
}

func (f *fleet) Replace(names []string) {
	vessels := make(map[string]*vessel)
	for _, name := range names {
		vessels[name] = &vessel{name}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.vessels = vessels
}

func (f *fleet) Vessel(name string) *vessel {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.vessels[name]
}

// What the map is is enough: its elements stay.
func (f *fleet) Vessels() map[string]*vessel {
	return f.vessels // want `f.vessels is read without f.mu`
}

func (f *fleet) Answers() (list []string) {
	for _, v := range f.vessels { // want `f.vessels is read without f.mu`
		list = append(list, v.ask())
	}
	return list
}

func (f *fleet) Hire(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.tugs[name] = &vessel{name}
}

func (f *fleet) Tug(name string) *vessel {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tugs[name]
}

// Its elements change, and are asked for without the lock: a copy is.
func (f *fleet) TugAnswers() []string {
	list := make([]string, 0, len(f.tugs)) // want `f.tugs is read without f.mu`
	for _, v := range f.tugs {
		list = append(list, v.ask())
	}
	return list
}
