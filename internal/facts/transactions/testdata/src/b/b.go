package b

import (
	"xorm.io/xorm"

	"a"
)

func Begun() *xorm.Session { return a.New() } // want Begun:"begins"

func End(s *xorm.Session) error { return a.Finish(s, nil) } // want End:"ends"
