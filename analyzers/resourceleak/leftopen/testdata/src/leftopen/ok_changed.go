package leftopen

import "os"

// What is replaced is closed before.
type perDay struct {
	day  string
	file *os.File
}

func (d *perDay) Add(day, line string) error {
	if day != d.day {
		if err := d.next(day); err != nil {
			return err
		}
	}
	_, err := d.file.WriteString(line)
	return err
}

func (d *perDay) next(day string) error {
	if err := d.Close(); err != nil {
		return err
	}
	f, err := os.Create(day + ".log")
	if err != nil {
		return err
	}
	d.day, d.file = day, f
	return nil
}

func (d *perDay) Close() error {
	if d.file == nil {
		return nil
	}
	return d.file.Close()
}

// The condition holds once: what it compares with does not change.
type firstTime struct {
	state int
	file  *os.File
}

func (s *firstTime) Add(line string) error {
	if s.state != 1 {
		if err := s.start(1); err != nil {
			return err
		}
	}
	_, err := s.file.WriteString(line)
	return err
}

func (s *firstTime) start(state int) error {
	f, err := os.Create("first.log")
	if err != nil {
		return err
	}
	s.state, s.file = state, f
	return nil
}

func (s *firstTime) Close() error { return s.file.Close() }

// It is made without the file, which the method opens.
type opensLater struct {
	path   string
	file   *os.File
	closed bool
}

func newOpensLater(path string, now bool) (*opensLater, error) {
	o := &opensLater{path: path}
	if !now {
		return o, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	o.file = f
	return o, nil
}

func (o *opensLater) Open() error {
	if o.closed {
		return os.ErrClosed
	}
	f, err := os.Create(o.path)
	if err != nil {
		return err
	}
	o.file = f
	return nil
}

func (o *opensLater) Write(p []byte) (int, error) { return o.file.Write(p) }

func (o *opensLater) Close() error {
	o.closed = true
	return o.file.Close()
}

// The old one is closed when the new one has taken its place.
type swapped struct {
	path   string
	file   *os.File
	closed bool
}

func openSwapped(path string) (*swapped, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &swapped{path: path, file: f}, nil
}

func (s *swapped) Compact() error {
	if s.closed {
		return os.ErrClosed
	}
	f, err := os.Create(s.path + ".new")
	if err != nil {
		return err
	}
	old := s.file
	s.file = f
	return old.Close()
}

func (s *swapped) Write(p []byte) (int, error) { return s.file.Write(p) }

func (s *swapped) Close() error {
	s.closed = true
	return s.file.Close()
}
