package unlockedaccess_any

import (
	"io"
	"sync"
)

type conn struct{ n int }

func (c *conn) begin() int { return c.n }

// The connection is there, and stays.
type LazyStore struct {
	mu sync.Mutex
	db *conn
}

func NewLazyStore() *LazyStore { return &LazyStore{} }

func (s *LazyStore) Begin() int {
	s.mu.Lock()
	if s.db == nil {
		s.db = &conn{}
	}
	s.mu.Unlock()
	return s.db.begin()
}

func (s *LazyStore) Close() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == nil {
		return 0
	}
	return s.db.begin()
}

// So it is where a test under the lock has said that it is there.
type LazyFactory struct {
	mu sync.RWMutex
	db *conn
}

func NewLazyFactory() *LazyFactory { return &LazyFactory{} }

func (s *LazyFactory) Close() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db != nil {
		return s.db.begin()
	}
	return 0
}

func (s *LazyFactory) Store() *conn {
	s.mu.RLock()
	if s.db != nil {
		s.mu.RUnlock()
		return s.db
	}
	s.mu.RUnlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db != nil {
		return s.db
	}
	s.db = &conn{}
	return s.db
}

// A function that is called like init fills the package before it is used.
var (
	tokensMu sync.Mutex
	tokens   map[string]string
)

func SetToken(user, token string) {
	tokensMu.Lock()
	defer tokensMu.Unlock()
	if tokens == nil {
		tokens = map[string]string{}
	}
	tokens[user] = token
}

func ForgetTokens() {
	tokensMu.Lock()
	tokens = nil
	tokensMu.Unlock()
}

func Token(user string) string {
	tokensMu.Lock()
	defer tokensMu.Unlock()
	return tokens[user]
}

// What is set once is read again behind the lock under which it was found, or made.
type lazyStream struct {
	mu     sync.Mutex
	dial   func() (io.ReadWriter, error)
	conn   io.ReadWriter
	closed bool
}

func (s *lazyStream) connect() error {
	conn, err := s.dial()
	if err != nil {
		return err
	}
	s.conn = conn
	return nil
}

func (s *lazyStream) Write(b []byte) (int, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return 0, io.EOF
	}
	if s.conn == nil {
		if err := s.connect(); err != nil {
			s.mu.Unlock()
			return 0, err
		}
	}
	s.mu.Unlock()
	return s.conn.Write(b)
}

func (s *lazyStream) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
}

type Greeting struct {
	mu     sync.Mutex
	state  int
	reader io.Reader
}

func (s *Greeting) handshake() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != 0 {
		return nil
	}
	hello := make([]byte, 8)
	if _, err := io.ReadFull(s.reader, hello); err != nil {
		return err
	}
	if _, err := s.reader.Read(hello[:1]); err != nil {
		return err
	}
	s.reader = io.LimitReader(s.reader, 1<<20)
	s.state = 1
	return nil
}

func (s *Greeting) Rest() ([]byte, error) {
	if err := s.handshake(); err != nil {
		return nil, err
	}
	return io.ReadAll(s.reader)
}
