package parseerrordropped

import "time"

func Parse(text string) (time.Duration, error) {
	d, _ := time.ParseDuration(text) // want `a value of text that cannot be parsed counts as zero`
	return d, nil
}
