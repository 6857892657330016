package a // want package:`reads \[{field a.Config.Path a.ParseConfig true}\]`

import (
	"io"
	"os"
	"path/filepath"
)

func Save(name string, data []byte) error { // want Save:`\[{0 2}\]`
	return os.WriteFile(name, data, 0o600)
}

func Load(dir, name string) ([]byte, error) { // want Load:`\[{1 1}\]`
	return os.ReadFile(name)
}

// By another function, and a variable.
func Through(data []byte, name string) error { // want Through:`\[{1 2}\]`
	path := filepath.Clean(name)
	return Save(path, data)
}

func Create(name string) (io.WriteCloser, error) { // want Create:`\[{0 2}\]`
	return os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
}

func Append(name string) (io.WriteCloser, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}

func Once(name string) (io.WriteCloser, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_TRUNC, 0o600)
}

func Open(name string) (io.ReadCloser, error) { // want Open:`\[{0 1}\]`
	return os.OpenFile(name, os.O_RDONLY, 0)
}

// Not the file that was passed.
func Other(name string, data []byte) error {
	if name == "" {
		name = "default"
	}
	return os.WriteFile(name, data, 0o600)
}

func Below(dir string, data []byte) error {
	return os.WriteFile(filepath.Join(dir, "state"), data, 0o600)
}

func Move(name string) error { // want Move:`\[{0 4}\]`
	return os.Rename(name, name+".old")
}

// The file is replaced, where it can be.
func Replace(name string, data []byte) error { // want Replace:`\[{0 5}\]`
	if err := os.WriteFile(name+".tmp", data, 0o600); err != nil {
		return err
	}
	if err := os.Rename(name+".tmp", name); err != nil {
		return os.WriteFile(name, data, 0o600)
	}
	return nil
}

type Config struct{ Path string }

func ParseConfig(c *Config) ([]byte, error) { return os.ReadFile(c.Path) }

// In a handler, which is called when the function has returned.
func Handler(name string) func([]byte) error { // want Handler:`\[{0 2 later}\]`
	return func(data []byte) error { return Save(name, data) }
}

func InPlace(name string, data []byte) (err error) { // want InPlace:`\[{0 2}\]`
	func() { err = Save(name, data) }()
	return err
}
