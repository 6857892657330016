package lockorder

import "sync"

func Charge(a *Account, j *Journal, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	a.balance -= n
	j.entries = append(j.entries, n)
}

var gate sync.Mutex

type left struct{ mu sync.Mutex }
type right struct{ mu sync.Mutex }

// Whoever takes the two takes the gate first.
func leftRight(l *left, r *right) {
	gate.Lock()
	l.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	l.mu.Unlock()
	gate.Unlock()
}

func rightLeft(l *left, r *right) {
	gate.Lock()
	r.mu.Lock()
	l.mu.Lock()
	l.mu.Unlock()
	r.mu.Unlock()
	gate.Unlock()
}

type up struct{ mu sync.Mutex }
type down struct{ mu sync.Mutex }

func upDown(u *up, d *down) {
	u.mu.Lock()
	d.mu.Lock()
	d.mu.Unlock()
	u.mu.Unlock()
}

// Does not wait for the second one.
func downUp(u *up, d *down) {
	d.mu.Lock()
	if u.mu.TryLock() {
		u.mu.Unlock()
	}
	d.mu.Unlock()
}

// A new one, which nobody else has.
func newUp(d *down) *up {
	u := &up{}
	d.mu.Lock()
	u.mu.Lock()
	u.mu.Unlock()
	d.mu.Unlock()
	return u
}

// Given back before the other is taken.
func oneByOne(u *up, d *down) {
	d.mu.Lock()
	d.mu.Unlock()
	u.mu.Lock()
	u.mu.Unlock()
}

type cache struct{ mu sync.RWMutex }
type index struct{ mu sync.RWMutex }

// Readers do not keep each other out.
func cacheIndex(c *cache, i *index) {
	c.mu.RLock()
	i.mu.RLock()
	i.mu.RUnlock()
	c.mu.RUnlock()
}

func indexCache(c *cache, i *index) {
	i.mu.RLock()
	c.mu.RLock()
	c.mu.RUnlock()
	i.mu.RUnlock()
}

// A goroutine of its own.
func async(u *up, d *down) {
	d.mu.Lock()
	go func() {
		u.mu.Lock()
		u.mu.Unlock()
	}()
	d.mu.Unlock()
}

type tenant struct {
	mu   sync.Mutex
	name string
}
type ledger struct{ mu sync.Mutex }

// The variable changes, and a literal looks at it: still the same tenant is
// locked and unlocked, before the ledger is locked.
func bill(find func(string) *tenant, l *ledger) (name string) {
	var t *tenant
	defer func() { println(t) }()
	if t = find("a"); t == nil {
		t = find("b")
	}
	t.mu.Lock()
	name = t.name
	t.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	return name
}

func settle(l *ledger, t *tenant) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.mu.Lock()
	t.mu.Unlock()
}

// A literal may put another tenant into the variable; what is unlocked is still
// what was locked.
func billOther(find func(string) *tenant, l *ledger) (name string) {
	var t *tenant
	retry := func() { t = find("b") }
	if t = find("a"); t == nil {
		retry()
	}
	t.mu.Lock()
	name = t.name
	t.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	return name
}
