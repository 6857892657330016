//leak:pattern Empty select
//leak:source LeakProf, guaranteed blocking
//leak:reported goroutineleak/no-exit

package cases

func init() { All["empty-select"] = emptySelect }

func emptySelect() {
	go func() {
		_ = work()
		select {}
	}()
}
