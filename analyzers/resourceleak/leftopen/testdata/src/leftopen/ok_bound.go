package leftopen

import "os"

// A method that is called through a value has no receiver among the arguments of the call.
type boundRotation struct {
	day     string
	file    *os.File
	opening func(string) error
}

func newBoundRotation() *boundRotation {
	r := &boundRotation{}
	r.opening = r.openFile
	return r
}

func (r *boundRotation) openFile(day string) error {
	f, err := os.Create(day)
	if err != nil {
		return err
	}
	r.day, r.file = day, f
	return nil
}

func (r *boundRotation) write(day, line string) error {
	if day != r.day {
		r.file.Close()
		if err := r.opening(day); err != nil {
			return err
		}
	}
	_, err := r.file.WriteString(line)
	return err
}

func (r *boundRotation) Close() error { return r.file.Close() }
