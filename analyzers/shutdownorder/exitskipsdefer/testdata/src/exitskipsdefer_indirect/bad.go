package main

import (
	"log"
	"os"
)

func lock(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return func() { _ = os.Remove(path) }, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func locked(work func() error) error {
	release, err := lock("/run/work.lock")
	if err != nil {
		return err
	}
	defer release()
	check(work()) // want `check skips the deferred release`
	return nil
}
