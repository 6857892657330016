package parseerrordropped

import (
	"os"
	"time"
)

func duration(key string, standard time.Duration) time.Duration {
	text := os.Getenv(key)
	if text == "" {
		return standard
	}
	d, _ := time.ParseDuration(text) // want `a value of text that cannot be parsed counts as zero`
	return d
}

type station struct{ pause time.Duration }

func (s *station) load() {
	s.pause, _ = time.ParseDuration(os.Getenv("PAUSE")) // want `a value of os.Getenv\("PAUSE"\) that cannot be parsed counts as zero`
}

var refresh = parse(os.Getenv("REFRESH"))

func parse(text string) time.Duration {
	d, _ := time.ParseDuration(text) // want `a value of text that cannot be parsed counts as zero`
	return d
}
