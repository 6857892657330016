package main

import (
	"log"
	"os"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// What the logger was given is in the buffer.
func main() {
	out := &zapcore.BufferedWriteSyncer{Size: 1 << 16}
	logger := open(out)
	defer logger.Sync()
	logger.Info("start")
	if err := os.Chdir("/srv"); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred logger\.Sync \(line \d+\)`
	}
}

func open(*zapcore.BufferedWriteSyncer) *zap.Logger { return new(zap.Logger) }
