package b

import (
	"os"

	"a"
)

func Config(d *a.Dir) (*os.File, error) { return d.Open("config") } // want Config:"opens"
