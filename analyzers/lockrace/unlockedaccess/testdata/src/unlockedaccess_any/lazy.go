package unlockedaccess_any

import "sync"

// Close takes the connection away.
type ClosingStore struct {
	mu sync.Mutex
	db *conn
}

func (s *ClosingStore) Begin() int {
	s.mu.Lock()
	if s.db == nil {
		s.db = &conn{}
	}
	s.mu.Unlock()
	return s.db.begin() // want `s.db is read without s.mu`
}

func (s *ClosingStore) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.db = nil
}

// What the test asked may not be true any more when the lock is taken after it.
var (
	programsMu sync.Mutex
	programs   map[string]string
)

type Filter struct{ program string }

func (f *Filter) Compile(text string, compile func(string) string) {
	if programs == nil {
		programs = make(map[string]string)
	}
	programsMu.Lock()
	program, ok := programs[text]
	programsMu.Unlock()
	if !ok {
		program = compile(text)
		programsMu.Lock()
		programs[text] = program
		programsMu.Unlock()
	}
	f.program = program
}

type Batch struct {
	mu    sync.Mutex
	first []string
}

func (b *Batch) Put(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.first = append(b.first, name)
}

func (b *Batch) Skip(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.first = b.first[n:]
}

func (b *Batch) Len() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.first)
}

func (b *Batch) First() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.first) == 0 {
		return ""
	}
	return b.first[0]
}

func (b *Batch) Take(rest []string) []string {
	if len(b.first) > 9 { // want `b.first is read without b.mu`
		b.first = nil
	}
	return rest
}
