package b

import (
	"io"
	"os"

	"a"
)

func Config(d *a.Dir) (*os.File, error) { return d.Open("config") } // want Config:"opens"

func Loaded(s a.Store) (io.ReadCloser, error) { return s.Load("config") } // want Loaded:"opens"

func Cached(s a.Store) (io.ReadCloser, error) { return s.Cached("config") }
