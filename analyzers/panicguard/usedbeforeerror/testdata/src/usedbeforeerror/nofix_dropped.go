package usedbeforeerror

import (
	"log"
	"os"
)

// logSize has no error to return.
func logSize(name string, err error) {
	var info os.FileInfo
	if info, _ = os.Stat(name); err != nil { // want `panic where os.Stat fails`
		return
	}
	log.Print(info.Size())
}

// either uses one of two.
func either(name string) int64 {
	info, err := os.Lstat(name)
	if err != nil {
		info, _ = os.Stat(name) // want `panic where os.Stat fails`
	}
	return info.Size()
}

// declared declares it by var.
func declared(name string) (int64, error) {
	var info, _ = os.Stat(name) // want `panic where os.Stat fails`
	return info.Size(), nil
}
