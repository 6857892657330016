package leftopen

import "os"

// A method that is called through a value has no receiver among the arguments of the call.
type daily struct {
	day  string
	file *os.File
	open func(string) error
}

func newRotated() *daily {
	r := &daily{}
	r.open = r.openFile
	return r
}

func (r *daily) openFile(day string) error {
	if r.file != nil {
		r.file.Close()
	}
	f, err := os.Create(day)
	if err != nil {
		return err
	}
	r.day, r.file = day, f
	return nil
}

func (r *daily) write(day, line string) error {
	if day != r.day {
		if err := r.open(day); err != nil {
			return err
		}
	}
	_, err := r.file.WriteString(line)
	return err
}

func (r *daily) Close() error { return r.file.Close() }
