//leak:pattern Premature function return
//leak:source Uber, LeakProf
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["premature-return"] = func() { _ = prematureReturn() } }

func prematureReturn() error {
	result := make(chan error)
	go func() { result <- work() }()
	if err := fails(); err != nil {
		return err
	}
	return <-result
}
