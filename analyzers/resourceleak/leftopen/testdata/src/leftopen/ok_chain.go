package leftopen

import (
	"bufio"
	"os"

	"github.com/rs/zerolog"
)

// Silent: the process ends there.
func lines(l *zerolog.Logger, name string) int {
	f, err := os.Open(name)
	if err != nil {
		l.Fatal().Err(err).Msg("cannot open")
	}
	s, n := bufio.NewScanner(f), 0
	for s.Scan() {
		n++
	}
	if err := s.Err(); err != nil {
		l.Fatal().Err(err).Msg("cannot read")
		return 0
	}
	_ = f.Close()
	return n
}
