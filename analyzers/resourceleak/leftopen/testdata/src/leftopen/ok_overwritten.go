package leftopen

import (
	"bufio"
	"net"
	"os"
)

// What is called twice closes it first, in a method that it calls.
type turned struct{ f *os.File }

func newTurned() (*turned, error) {
	t := &turned{}
	return t, t.open()
}

func (t *turned) open() error {
	if err := t.shut(); err != nil {
		return err
	}
	f, err := os.Create("turned.log")
	if err != nil {
		return err
	}
	t.f = f
	return nil
}

func (t *turned) shut() error {
	if t.f == nil {
		return nil
	}
	return t.f.Close()
}

func (t *turned) Write(p []byte) (int, error) {
	if _, err := t.f.Write(p); err != nil {
		return 0, t.open()
	}
	return len(p), nil
}

func (t *turned) Close() error { return t.f.Close() }

// The caller closes it first.
type rotated struct{ f *os.File }

func newRotated() (*rotated, error) {
	r := &rotated{}
	return r, r.open()
}

func (r *rotated) open() (err error) {
	f, err := os.Create("rotated.log")
	if err != nil {
		return err
	}
	r.f = f
	return nil
}

func (r *rotated) rotate() error {
	if err := r.f.Close(); err != nil {
		return err
	}
	return r.open()
}

func (r *rotated) Close() error { return r.f.Close() }

// The caller's caller does.
type upper struct{ f *os.File }

func newUpper() (*upper, error) {
	u := &upper{}
	return u, u.open()
}

func (u *upper) open() error {
	f, err := os.Create("upper.log")
	if err != nil {
		return err
	}
	u.f = f
	return nil
}

func (u *upper) begin() error {
	if err := u.open(); err != nil {
		return err
	}
	_, err := u.f.WriteString("begin")
	return err
}

func (u *upper) Reset() error {
	u.f.Close()
	return u.begin()
}

func (u *upper) Close() error { return u.f.Close() }

// It is opened when it is needed for the first time.
type onDemand struct{ f *os.File }

func newOnDemand() (*onDemand, error) {
	o := &onDemand{}
	return o, o.open()
}

func (o *onDemand) open() error {
	f, err := os.Create("demand.log")
	if err != nil {
		return err
	}
	o.f = f
	return nil
}

func (o *onDemand) Write(p []byte) (int, error) {
	if o.f == nil {
		if err := o.open(); err != nil {
			return 0, err
		}
	}
	return o.f.Write(p)
}

func (o *onDemand) Close() error { return o.f.Close() }

// The goroutine that reads from the connection closes it.
type talk struct{ conn net.Conn }

func newTalk() (*talk, error) {
	s := &talk{}
	return s, s.connect()
}

func (s *talk) connect() error {
	conn, err := net.Dial("tcp", "db:1")
	if err != nil {
		return err
	}
	s.conn = conn
	go func() {
		defer conn.Close()
		bufio.NewReader(conn).ReadString('\n')
	}()
	return nil
}

func (s *talk) Send(p []byte) error {
	if _, err := s.conn.Write(p); err != nil {
		return s.connect()
	}
	return nil
}

func (s *talk) Close() error { return s.conn.Close() }

// Only one call opens it.
type single struct{ f *os.File }

func newSingle() (*single, error) {
	s := &single{}
	return s, s.open()
}

func (s *single) open() error {
	f, err := os.Create("single.log")
	if err != nil {
		return err
	}
	s.f = f
	return nil
}

func (s *single) Write(p []byte) (int, error) { return s.f.Write(p) }

func (s *single) Close() error { return s.f.Close() }
