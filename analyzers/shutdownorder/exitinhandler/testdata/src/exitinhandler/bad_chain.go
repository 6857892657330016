package exitinhandler

import (
	"net/http"

	"github.com/rs/zerolog"
)

func chain(w http.ResponseWriter, logger zerolog.Logger) {
	if _, err := w.Write(nil); err != nil {
		logger.Fatal().Err(err).Msg("not written") // want `logger.Fatal\(\).Err\(err\).Msg exits in chain`
	}
}
