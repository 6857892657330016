package tornwrite

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

type object struct {
	path, log, pid, once, fresh, index, lock, in, out string
	values                                            map[string]string
}

func (o *object) load() error {
	data, err := os.ReadFile(o.path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// Another file is written, and renamed.
func (o *object) Save() error {
	data, err := json.Marshal(o.values)
	if err != nil {
		return err
	}
	tmp := o.path + ".tmp"
	if err := os.WriteFile(tmp, data, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, o.path)
}

func (o *object) loadFresh() error {
	data, err := os.ReadFile(o.fresh)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// The file that is read is written, and renamed to another one.
func (o *object) Rotate() error {
	if err := os.WriteFile(o.fresh, nil, 0o600); err != nil {
		return err
	}
	return os.Rename(o.fresh, o.out)
}

// The file is appended to.
func (o *object) Append(line string) error {
	f, err := os.OpenFile(o.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(line)
	return err
}

func (o *object) loadLog() error {
	data, err := os.ReadFile(o.log)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// The ID of the process is no state.
func (o *object) WritePID() error {
	return os.WriteFile(o.pid, []byte(strconv.Itoa(os.Getpid())), 0o600)
}

func (o *object) parsePID() (int, error) {
	data, err := os.ReadFile(o.pid)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(data))
}

// There was no file before.
func (o *object) Ensure() error {
	data, err := os.ReadFile(o.once)
	if errors.Is(err, fs.ErrNotExist) {
		return os.WriteFile(o.once, []byte("{}"), 0o600)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// What cannot be read is removed.
func (o *object) loadIndex() error {
	data, err := os.ReadFile(o.index)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &o.values); err != nil {
		return os.Remove(o.index)
	}
	return nil
}

func (o *object) SaveIndex() error {
	data, err := json.Marshal(o.values)
	if err != nil {
		return err
	}
	return os.WriteFile(o.index, data, 0o600)
}

// The file is made, and never replaced.
func (o *object) Lock() error {
	f, err := os.OpenFile(o.lock, os.O_CREATE|os.O_EXCL|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func (o *object) parseLock() error {
	data, err := os.ReadFile(o.lock)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// Two files.
func (o *object) Convert() error {
	data, err := os.ReadFile(o.in)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &o.values); err != nil {
		return err
	}
	return os.WriteFile(o.out, data, 0o600)
}

// It does not outlive the machine.
func scratchFile() string { return filepath.Join(os.TempDir(), "scratch.json") }

func (o *object) Scratch() error {
	return os.WriteFile(filepath.Join(os.TempDir(), "scratch.json"), nil, 0o600)
}

func (o *object) loadScratch() error {
	data, err := os.ReadFile(filepath.Join(os.TempDir(), "scratch.json"))
	if err != nil {
		return err
	}
	return json.Unmarshal(data, &o.values)
}

// What is read is what was just written.
func (o *object) Download(name string, data []byte) error {
	if err := os.WriteFile(name, data, 0o600); err != nil {
		return err
	}
	got, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(got, &o.values)
}

type other struct{ path string }

// A field of the same name is another one.
func (o *other) Write(data []byte) error { return os.WriteFile(o.path, data, 0o600) }

// A path that is different each time.
func report(name string) ([]byte, error) { return os.ReadFile(name) }

func (o *other) Export(name string, data []byte) error { return os.WriteFile(name, data, 0o600) }

// It is replaced, where it can be.
func (o *object) Replace(data []byte) error {
	tmp := o.path + ".tmp"
	if err := os.WriteFile(tmp, data, 0o600); err != nil {
		return err
	}
	if err := os.Rename(tmp, o.path); err != nil {
		return os.WriteFile(o.path, data, 0o600)
	}
	return nil
}
