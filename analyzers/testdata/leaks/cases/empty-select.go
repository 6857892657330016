//leak:pattern Empty select
//leak:source LeakProf, guaranteed blocking
//leak:silent nobody writes it by mistake

package cases

func init() { All["empty-select"] = emptySelect }

func emptySelect() {
	go func() { select {} }()
}
