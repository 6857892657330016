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
