package lockleak

import "sync"

type journal struct {
	mu    sync.Mutex
	lines []string
	sizes map[string]int
}

func (j *journal) write(line string) {
	j.mu.Lock() // want `the next Lock blocks forever: j.mu is locked here and never released`
	j.lines = append(j.lines, line)
}

func (j *journal) Read(i int) string {
	j.mu.Lock() // want `the next Lock blocks forever: j.mu is locked here and never released`
	if i >= len(j.lines) {
		return ""
	}
	return j.lines[i]
}

// size is one way of several to use the same lock; the others release it.
func (j *journal) size(name string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.sizes[name]
}

// resize calls what keeps the lock.
func (j *journal) resize(name string, n int) {
	j.write(name)
}

type shelf struct {
	sync.RWMutex
	books map[string]int
}

// Count is called by importers, which could release the lock that it leaves, and do not know that they should.
func (s *shelf) Count(title string) int {
	s.RLock() // want `the next Lock, and every RLock after it, blocks forever: s is locked here and never released`
	return s.books[title]
}

var (
	tableMu sync.Mutex
	table   = make(map[string]int)
)

func enter(name string) {
	tableMu.Lock() // want `the next Lock blocks forever: tableMu is locked here and never released`
	table[name]++
}

func leave(name string) {
	tableMu.Lock()
	delete(table, name)
	tableMu.Unlock()
}

func sum(list []int) (total int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, n := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock() // want `the next Lock blocks forever: mu is locked here and never released`
			total += n
		}()
	}
	wg.Wait()
	return total
}

type meters struct {
	mu    sync.RWMutex
	known map[string]int
	pulse *sync.Mutex
}

// meter releases what it acquired for reading, not for writing; and returns before.
func (m *meters) meter(name string) int {
	if name == "" {
		return 0
	}
	m.mu.RLock()
	n, ok := m.known[name]
	m.mu.RUnlock()
	if ok {
		return n
	}
	m.mu.Lock() // want `the next Lock blocks forever: m.mu is locked here and never released`
	m.known[name] = 1
	return 1
}

// all locks in each iteration.
func (m *meters) all(names []string) error {
	for _, name := range names {
		m.mu.Lock() // want `the next Lock blocks forever: m.mu is locked here and never released`
		m.known[name]++
	}
	return nil
}

// beat has a copy of the meters, with the same lock.
func (m meters) beat() {
	m.pulse.Lock() // want `the next Lock blocks forever: m.pulse is locked here and never released`
	println("beat")
}
