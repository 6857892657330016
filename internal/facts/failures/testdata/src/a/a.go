package a

import "errors"

type Status struct{ Name string }

var errDown = errors.New("down")

func Refresh(name string) (*Status, error) { // want Refresh:`never nil: \[0\]`
	status := func() *Status { return &Status{name} }
	if name == "" {
		return status(), errDown
	}
	return status(), nil
}

// It has nil beside one of its errors.
func Find(name string) (*Status, error) {
	if name == "" {
		return nil, errDown
	}
	return &Status{name}, nil
}

// What it returns is what the other one does.
func Forward(name string) (*Status, error) { return Find(name) }

// A named result may be nil.
func Named(name string) (s *Status, err error) { // want Named:`perhaps: \[0\]`
	if name != "" {
		s = &Status{name}
	}
	return
}

// Counts are not used as pointers.
func Count() (int, error) { return 0, errDown }

func newStatus(name string) *Status { return &Status{name} }

func Renew(name string) (*Status, error) { // want Renew:`never nil: \[0\]`
	s := newStatus(name)
	if name == "" {
		return s, errDown
	}
	return newStatus(name), nil
}

// A variable may hold nil.
func Last(list []*Status) (*Status, error) {
	s := list[0]
	return s, nil
}
