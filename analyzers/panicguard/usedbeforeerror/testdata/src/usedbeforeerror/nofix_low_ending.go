package usedbeforeerror

import (
	"log"
	"os"
)

// The branch for the error ends the process as well.
func mustSize(path string) int64 {
	f, err := openFile(path)
	name := f.name // want `panic where openFile fails: f is nil then, and is used before the error is tested`
	if err != nil {
		log.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		panic(err)
	}
	return info.Size()
}

type opened struct{ name string }

func openFile(path string) (*opened, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return &opened{name: path}, nil
}
