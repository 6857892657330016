package catalog

// Raises are calls that do not return: they end the process or the goroutine, or panic in
// their turn.
var Raises = map[string]bool{
	"os.Exit":                                   true,
	"runtime.Goexit":                            true,
	"log.Fatal":                                 true,
	"log.Fatalf":                                true,
	"log.Fatalln":                               true,
	"log.Panic":                                 true,
	"log.Panicf":                                true,
	"log.Panicln":                               true,
	"(*log.Logger).Fatal":                       true,
	"(*log.Logger).Fatalf":                      true,
	"(*log.Logger).Fatalln":                     true,
	"(*log.Logger).Panic":                       true,
	"(*log.Logger).Panicf":                      true,
	"(*go.uber.org/zap.Logger).Fatal":           true,
	"(*go.uber.org/zap.Logger).Panic":           true,
	"(*go.uber.org/zap.SugaredLogger).Fatal":    true,
	"(*go.uber.org/zap.SugaredLogger).Fatalf":   true,
	"(*go.uber.org/zap.SugaredLogger).Fatalw":   true,
	"(*go.uber.org/zap.SugaredLogger).Panic":    true,
	"(*go.uber.org/zap.SugaredLogger).Panicf":   true,
	"github.com/sirupsen/logrus.Fatal":          true,
	"github.com/sirupsen/logrus.Fatalf":         true,
	"github.com/sirupsen/logrus.Panic":          true,
	"github.com/sirupsen/logrus.Panicf":         true,
	"(*github.com/sirupsen/logrus.Entry).Fatal": true,
	"(*github.com/sirupsen/logrus.Entry).Panic": true,
	"(*github.com/rs/zerolog.Logger).Fatal":     true,
	"(*github.com/rs/zerolog.Logger).Panic":     true,
	"github.com/rs/zerolog/log.Fatal":           true,
	"github.com/rs/zerolog/log.Panic":           true,
	"k8s.io/klog/v2.Fatal":                      true,
	"k8s.io/klog/v2.Fatalf":                     true,
}

// PanicKeepers are starters whose goroutines do not end the process by a panic: it is
// recovered and returned to the owner.
var PanicKeepers = map[string]bool{
	"github.com/lifecyclelint/lifecyclelint/lifecycle.Go":             true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).Go":    true,
	"(*github.com/lifecyclelint/lifecyclelint/lifecycle.Group).GoErr": true,
	"(*github.com/sourcegraph/conc.WaitGroup).Go":                     true,
	"(*github.com/sourcegraph/conc/pool.Pool).Go":                     true,
	"(*github.com/sourcegraph/conc/pool.ErrorPool).Go":                true,
	"(*github.com/sourcegraph/conc/pool.ContextPool).Go":              true,
}

// WalkEntries are what a walk through a tree passes to its visitor.
var WalkEntries = map[string]bool{
	"io/fs.DirEntry":                      true,
	"io/fs.FileInfo":                      true,
	"github.com/karrick/godirwalk.Dirent": true,
}
